# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Reads an old version, compares versions, and goes back.
stoa table create shop --schema 'id bigint not null, day date, country string, total decimal(15,2), status string'
stoa insert shop orders.csv
stoa delete shop --where "country = 'DE'"
test "$(stoa scan shop --json | wc -l)" = 2
test "$(stoa scan shop --at 1 --json | wc -l)" = 4
stoa diff shop 1 2 | grep -q '2 deleted'
stoa rollback shop --to 1
test "$(stoa scan shop --json | wc -l)" = 4
