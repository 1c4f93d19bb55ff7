# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Converts a text to Stoa, to Parquet and back.
stoa convert orders.csv orders.stoa
stoa convert orders.stoa orders.parquet
stoa convert orders.parquet again.stoa
test "$(stoa scan orders.stoa --json)" = "$(stoa scan again.stoa --json)"
test "$(stoa scan orders.stoa --json)" = "$(stoa scan orders.parquet --json)"
test "$(stoa scan orders.stoa --json)" = "$(stoa convert orders.parquet - --to json)"
