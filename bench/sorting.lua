local n = 120000
local records, seed = {}, 42
for i = 0, n - 1 do
  seed = (seed * 3877 + 29573) % 139968
  records[i + 1] = {name = i, group = seed % 1000}
end
table.sort(records, function(a, b)
  if a.group ~= b.group then return a.group < b.group end
  return a.name > b.name
end)
local hash = 0
for i = 1, n do
  local r = records[i]
  hash = (hash * 31 + r.name + r.group) % 1000003
end
io.stderr:write(hash, " ", records[1].name, " ", records[n].name, "\n")
