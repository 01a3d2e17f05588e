#!/bin/sh
# first_bot.sh: a bot for Kermesse that always takes the first legal action.
while read -r message; do
    case $message in
    '{"type":"decide"'*)
        id=${message#*'"id":'}
        id=${id%%,*}
        echo "{\"id\": $id, \"action\": 0}"
        ;;
    esac
done
