local floor = math.floor

local Heap = {}
Heap.__index = Heap

local function heap(less) return setmetatable({items = {}, less = less}, Heap) end

function Heap:push(item)
  local items, less = self.items, self.less
  local i = #items + 1
  items[i] = item
  while i > 1 do
    local parent = floor(i / 2)
    if not less(items[i], items[parent]) then break end
    items[i], items[parent] = items[parent], items[i]
    i = parent
  end
end

function Heap:pop()
  local items, less = self.items, self.less
  local top, last = items[1], #items
  items[1] = items[last]
  items[last] = nil
  local i = 1
  while true do
    local child = 2 * i
    if child >= last then return top end
    if child + 1 < last and less(items[child + 1], items[child]) then child = child + 1 end
    if not less(items[child], items[i]) then return top end
    items[i], items[child] = items[child], items[i]
    i = child
  end
end

local function sum(values)
  local total = 0
  for i = 1, #values do total = total + values[i] end
  return total
end

local n = 60000
local jobs = heap(function(a, b)
  return a.priority < b.priority or a.priority == b.priority and a.id < b.id
end)
local numbers = heap(function(a, b) return a < b end)
local seed = 7
for i = 0, n - 1 do
  seed = (seed * 3877 + 29573) % 139968
  jobs:push({priority = seed % 1000, id = i})
  numbers:push(seed / 8)
end
local hash, smallest = 0, {}
for i = 0, n - 1 do
  hash = (hash * 31 + jobs:pop().id) % 1000003
  local v = numbers:pop()
  if i < 1000 then smallest[#smallest + 1] = v end
end
io.stderr:write(string.format("%d %d %d\n", hash, floor(sum(smallest)), sum({1, 2, 3})))
