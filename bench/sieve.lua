local n = 5000000

local function sieve()
  local composite = {}
  for i = 1, n do composite[i] = false end
  local count = 0
  for i = 2, n do
    if not composite[i] then
      count = count + 1
      for j = i + i, n, i do composite[j] = true end
    end
  end
  return count
end

for _ = 1, 3 do io.stderr:write(sieve(), "\n") end
