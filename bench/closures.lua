local floor = math.floor

local function counter(step)
  local count = 0
  return function()
    count = count + step
    return count
  end, function() count = 0 end
end

local function compose(f, g)
  return function(x) return f(g(x)) end
end

local function transform(values, f)
  for i = 1, #values do values[i] = f(values[i]) end
end

local total = 0
for round = 0, 4500 - 1 do
  local next, reset = counter(round % 7 + 1)
  local values = {}
  for i = 1, 500 do values[i] = 0 end
  transform(values, function() return next() end)
  local function add(x) return x + round end
  local function half(x) return floor(x / 2) end
  transform(values, compose(half, compose(add, add)))
  reset()
  for i = 1, #values do total = total + values[i] % 100 end
  total = total + next()
end
io.stderr:write(total, "\n")
