# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Copy a table while it is used, lose a file of its log and one of its data, and get all back (docs/recovery.md).
stoa table create lake/orders --schema 'id bigint not null, total bigint'
for id in 1 2 3 4 5; do
  printf 'id,total\n%s,10\n' $id >rows.csv
  stoa insert lake/orders rows.csv
done

mkdir -p backup/orders/_stoa/floor
[ ! -d lake/orders/_stoa/floor ] || cp -n lake/orders/_stoa/floor/* backup/orders/_stoa/floor/
find lake/orders/_stoa -maxdepth 1 -name '*.checkpoint' -exec cp -n {} backup/orders/_stoa/ \;
cp -n lake/orders/_stoa/*.commit backup/orders/_stoa/
for part in _stoa/branches _stoa/parts _stoa/sidecars data; do
  [ ! -d lake/orders/$part ] || cp -rn lake/orders/$part backup/orders/$(dirname $part)/
done
stoa verify backup/orders

rm lake/orders/_stoa/*2.commit "$(ls lake/orders/data/*.stoa | head -1)"
if stoa verify lake/orders; then exit 1; fi
stoa repair lake/orders --from backup/orders --apply
stoa verify lake/orders
test "$(stoa scan lake/orders --json | wc -l)" = 5
test "$(stoa scan lake/orders --at 2 --json | wc -l)" = 2
