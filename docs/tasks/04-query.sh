# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Asks for some rows and columns.
stoa convert orders.csv orders.stoa
test "$(stoa scan orders.stoa --select id --where "country = 'DE' and total > 20" --json)" = '{"id":3}'
stoa scan orders.stoa --select total --aggregate | grep -q 99
