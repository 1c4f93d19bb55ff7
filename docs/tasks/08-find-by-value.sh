# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Makes an index, and finds rows by it.
stoa convert orders.csv orders.stoa
stoa index orders.stoa --add status
test "$(stoa scan orders.stoa --where "status = 'new'" --select id --json | wc -l)" = 4
