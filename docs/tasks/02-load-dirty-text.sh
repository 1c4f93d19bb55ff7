# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Loads the good rows of a text, and lists the bad ones.
printf 'id,day\n1,2024-01-31\nx,2024-01-31\n3,30.02.2024\n' >dirty.csv
stoa convert dirty.csv dirty.stoa --schema 'id bigint not null, day date' --max-bad-rows 2 --rejects bad.csv
test "$(stoa scan dirty.stoa --json | wc -l)" = 1
grep -q '30.02.2024' bad.csv
