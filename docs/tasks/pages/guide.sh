# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# The files that the commands of docs/guide.md read.
awk 'BEGIN {
  print "l_orderkey,l_shipdate,l_quantity,l_shipmode,l_tax"
  for (i = 0; i < 120000; i++)
    printf "%d,199%d-%02d-%02d,%d.00,%s,0.0%d\n", i, int(i / 20000) + 2, int(i / 1700) % 12 + 1, i % 28 + 1, i % 50 + 1,
        i % 3 ? "AIR" : "RAIL", i % 9
}' >lineitem.csv
stoa convert lineitem.csv lineitem.parquet
mkdir -p days/year=2024 events archive
printf 'id,total\n1,1000.50\n2,20.25\n' >days.csv
stoa convert days.csv days/year=2024/days.parquet
stoa convert days.csv archive/days.parquet
stoa convert days.csv events/days.avro
mv events/days.avro events/days
stoa convert days.csv old.orc
stoa convert days.csv upload.parquet
stoa convert days.csv a.stoa
cp a.stoa b.stoa
cp days.csv events.csv
stoa table create lake/shop --schema 'id bigint, total decimal(15,2)'
stoa insert lake/shop days.csv
printf 'carrier,dep_delay\nAA,5\nUA,NA\n' | sed 's/NA$//' | gzip >flights.csv.gz
printf '1|one|9.50|2024-01-31\n' >data.txt
printf 'o_orderkey,o_custkey\n1,370\n2,371\n' >o.csv
stoa convert o.csv orders.stoa
printf 'id,name,day\n1,one,2024-01-31\nx,two,2024-01-31\n' >dirty.csv
printf 'n;tag\nM\374ller;31.01.2024\n-;-\n' >german.csv
printf 'id,status\n3,sent\n4,new\n' >changes.csv
printf 'id,day,total,status\n1,2024-01-01,10.50,new\n2,2024-01-02,20.00,new\n3,2024-01-03,30.25,new\n' >orders.csv
