# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# A key exists once: a second insert fails, and changes nothing.
stoa table create shop --schema 'id bigint not null, day date, country string, total decimal(15,2), status string' --key id
stoa insert shop orders.csv
if stoa insert shop orders.csv; then exit 1; fi
test "$(stoa scan shop --json | wc -l)" = 4
