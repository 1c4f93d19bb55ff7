# Licensed under the Apache License, Version 2.0; see the file LICENSE.
# Starts three nodes with the placement policy, loses one, and adds another.
mkfifo input
"$(dirname "$(command -v stoa)")/examples/three-nodes" 0 <input >output 2>errors &
nodes=$!
trap 'kill $nodes 2>/dev/null || true' EXIT
exec 3>input
said() {
    for _ in $(seq 600); do
        grep -q "$1" output && return
        kill -0 $nodes || break
        sleep 0.2
    done
    cat output errors >&2
    return 1
}
said '^group '
group=$(sed -n 's/^group //p' output)
stoa place check "$group" --at-least 100%
echo 'stop node3' >&3
said 'node3 has stopped'
stoa place apply "$group" --failed node3 -D stoa.placement.refresh=1s | grep 'published epoch 2'
stoa place check "$group" --at-least 100%
echo 'start node4' >&3
said 'node4 has started'
stoa place apply "$group" --add node4=/rack4 -D stoa.placement.refresh=1s >applied
grep '8 copies come, equal shares need 8' applied
stoa place check "$group" --at-least 100% | grep '100.0% *100.0%'
stoa place warm "$group" --node node4 | grep 'node node4, epoch [0-9]*: [1-9][0-9]* files of [1-9][0-9]* new parts'
exec 3>&-
wait $nodes
