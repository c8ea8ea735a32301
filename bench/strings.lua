local function line(i)
  local parts = {}
  for j = 0, 7 do parts[#parts + 1] = "word" .. i * j % 101 end
  return table.concat(parts, " ")
end

local counts, total, different = {}, 0, 0
for i = 0, 40000 - 1 do
  local text = line(i) .. ", line " .. i
  total = total + #text
  for word in text:gmatch("[^ ]+") do
    word = word:upper()
    local n = counts[word]
    if not n then n, different = 0, different + 1 end
    counts[word] = n + 1
  end
end
io.stderr:write(total, " ", different, " ", counts.WORD7, " ", counts.LINE, "\n")
