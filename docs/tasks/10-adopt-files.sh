# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Makes a table of a folder of files, without a rewrite.
mkdir lake
stoa convert orders.csv lake/a.stoa
stoa convert orders.csv lake/b.stoa
stoa table adopt lake
stoa verify lake | grep -q sound
test "$(stoa scan lake --json | wc -l)" = 8
