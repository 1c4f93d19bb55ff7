# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# The file that the commands of docs/untrusted.md read.
stoa convert orders.csv upload.parquet
