# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# The table that the commands of docs/recovery.md back up.
stoa table create lake/orders --schema 'id bigint, day date, country string, total decimal(15,2), status string'
stoa insert lake/orders orders.csv
