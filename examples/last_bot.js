#!/usr/bin/env node
// last_bot.js: a bot for Kermesse that always takes the last legal action, by its text.
const lines = require("node:readline").createInterface({ input: process.stdin });

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type !== "decide") return;
  const action = message.legal.at(-1);
  console.log(JSON.stringify({ id: message.id, action, comment: `of ${message.legal.length}` }));
});
