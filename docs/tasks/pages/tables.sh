# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# The tables that the commands of docs/tables.md change.
mkdir lake
stoa table create lake/visits --schema 'page string, at timestamp' --partition-by 'at month'
stoa table create lake/orders --schema 'id bigint, day date, country string, total decimal(15,2), status string'
stoa insert lake/orders orders.csv
cp orders.csv new.csv
