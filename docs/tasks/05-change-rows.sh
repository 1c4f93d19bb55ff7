# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Makes a table, and changes its rows by condition and by key.
stoa table create shop --schema 'id bigint not null, day date, country string, total decimal(15,2), status string' --key id
stoa insert shop orders.csv
stoa update shop --set "status = 'paid'" --where 'id = 2'
stoa delete shop --where 'id = 3'
printf 'id,status\n1,sent\n5,new\n' >changes.csv
stoa upsert shop changes.csv | grep -q '1 row inserted, 1 row updated'
test "$(stoa scan shop --select status --where 'id <= 2' --json | tr -d '\n')" = '{"status":"sent"}{"status":"paid"}'
