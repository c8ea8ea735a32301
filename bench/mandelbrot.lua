local size = 1000

local function escapes(cr, ci)
  local zr, zi = 0.0, 0.0
  for _ = 1, 50 do
    local rr, ii = zr * zr, zi * zi
    if rr + ii > 4 then return true end
    zr, zi = rr - ii + cr, 2 * zr * zi + ci
  end
  return false
end

local picture = {}
local floor = math.floor
for i = 1, size * size / 8 do picture[i] = 0 end
for y = 0, size - 1 do
  for x = 0, size - 1 do
    if not escapes(2 * x / size - 1.5, 2 * y / size - 1) then
      local bit = y * size + x
      local at = floor(bit / 8)
      picture[at + 1] = picture[at + 1] + 2 ^ (7 - bit % 8)
    end
  end
end
local hash = 0
for i = 1, #picture do hash = (hash * 31 + picture[i]) % 1000003 end
io.stderr:write(string.format("%d\n", hash))
