local m, key, len = {}, 0, 0
for i = 0, 2999999 do
  key = (key + 7919) % 100003
  local old = m[key]
  if not old then old = 0; len = len + 1 end
  m[key] = old + i
end
io.stderr:write(len, " ", m[1], " ", m[99999], "\n")
