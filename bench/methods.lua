local Square, Rectangle, Frame = {}, {}, {}
Square.__index, Rectangle.__index, Frame.__index = Square, Rectangle, Frame

function Square:area() return self.side * self.side end
function Square:grow(by) self.side = self.side + by end
function Rectangle:area() return self.width * self.height end
function Rectangle:grow(by)
  self.width = self.width + by
  self.height = self.height + by
end
function Frame:area() return self.outer:area() - self.inner:area() end
function Frame:grow(by) self.outer:grow(by) end

local function square(side) return setmetatable({side = side}, Square) end
local function rectangle(width, height)
  return setmetatable({width = width, height = height}, Rectangle)
end
local function frame(outer, inner)
  return setmetatable({outer = outer, inner = inner}, Frame)
end

local shapes = {}
for i = 0, 99 do
  if i % 3 == 0 then
    shapes[#shapes + 1] = square(i)
  elseif i % 3 == 1 then
    shapes[#shapes + 1] = rectangle(i, i + 1)
  else
    shapes[#shapes + 1] = frame(square(i + 10), rectangle(i, 5))
  end
end
local total = 0
for round = 0, 45000 - 1 do
  for i = 1, #shapes do
    local s = shapes[i]
    total = total + s:area() % 1000
    if round % 100 == 0 then s:grow(1) end
  end
end
io.stderr:write(total, "\n")
