# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Adds a column with a value for the rows that exist, and renames another.
stoa table create shop --schema 'id bigint not null, day date, country string, total decimal(15,2), status string'
stoa insert shop orders.csv
stoa table alter shop --add 'currency string' --set "currency = 'EUR'" --rename status=state
test "$(stoa scan shop --select state,currency --where 'id = 1' --json)" = '{"state":"new","currency":"EUR"}'
