#!/bin/sh
# Wakes the deputy in the terminal with this id whenever another agent of Jun
# starts to wait, stops working, or is gone. Runs until Ctrl-C.
#
# Only ids and statuses are passed on: titles and screens are other programs'
# words, and the deputy would read them as its user's.
set -u
deputy=${1:?the id of the deputy is missing}
: "${JUN_BIN:?not in a terminal of Jun}"

news='select(.id != $deputy)
  | select(.to == "waiting" or (.to == "idle" and .from != "") or .to == "" or .from == "waiting")
  | "[jun] terminal \(.id): \(if .from == "" then "new" else .from end) -> \(if .to == "" then "gone" else .to end)"'

while :; do
	"$JUN_BIN" tool watch | jq --unbuffered -r --argjson deputy "$deputy" "$news" | while IFS= read -r line; do
		echo "$line"
		"$JUN_BIN" tool send --unless-waiting "$deputy" "$line" || echo "not sent; the next look over will find it"
	done
	sleep 5 # watch ends when Jun restarts, or when the deputy reads too slowly
done
