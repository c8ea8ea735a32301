local n = 650

local function element(i, j)
  local ij = i + j
  return 1.0 / (ij * (ij + 1) * 0.5 + i + 1)
end

local function times(v, out)
  for i = 0, n - 1 do
    local sum = 0.0
    for j = 0, n - 1 do sum = sum + element(i, j) * v[j + 1] end
    out[i + 1] = sum
  end
end

local function times_transposed(v, out)
  for i = 0, n - 1 do
    local sum = 0.0
    for j = 0, n - 1 do sum = sum + element(j, i) * v[j + 1] end
    out[i + 1] = sum
  end
end

local u, v, t = {}, {}, {}
for i = 1, n do u[i] = 1.0 end
for _ = 1, 10 do
  times(u, t)
  times_transposed(t, v)
  times(v, t)
  times_transposed(t, u)
end
local uv, vv = 0.0, 0.0
for i = 1, n do
  uv = uv + u[i] * v[i]
  vv = vv + v[i] * v[i]
end
io.stderr:write(string.format("%d\n", math.floor(math.sqrt(uv / vv) * 1e9)))
