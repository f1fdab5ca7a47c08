#!/bin/sh
# Counts the leads of a search. The search is JSON, as in the API's document.
#   FREEOR_API_URL=https://leads.example FREEOR_API_KEY=... sh count.sh businesses '{"dslFilter": "state:TX"}'
# Needs a key with the scope "search", and curl. Prints the API's answer; ends with 22 where the server refuses.
set -eu
exec curl --silent --show-error --fail-with-body "$FREEOR_API_URL/api/search/$1" \
  --header "Authorization: Bearer $FREEOR_API_KEY" \
  --header 'Content-Type: application/json' \
  --data "$(printf '%s' "${2:-{\}}" | sed 's/}[[:space:]]*$/, "count_only": true}/; s/^{[[:space:]]*,/{/')"
