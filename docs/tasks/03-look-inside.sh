# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Shows columns, rows and the layout of a file.
stoa convert orders.csv orders.stoa
stoa schema orders.stoa | grep -q 'day: date'
stoa head -n 1 orders.csv | grep -q 2024-01-01
stoa inspect orders.stoa | grep -q country
