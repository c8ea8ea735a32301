from math import pi, sqrt

SOLAR_MASS = 4 * pi * pi
YEAR = 365.24


class Body:
    __slots__ = "x", "y", "z", "vx", "vy", "vz", "mass"

    def __init__(self, x, y, z, vx, vy, vz, mass):
        self.x, self.y, self.z = x, y, z
        self.vx, self.vy, self.vz = vx * YEAR, vy * YEAR, vz * YEAR
        self.mass = mass * SOLAR_MASS


BODIES = [
    Body(0, 0, 0, 0, 0, 0, 1),
    Body(4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
         0.00166007664274403694, 0.00769901118419740425, -0.0000690460016972063023,
         0.000954791938424326609),
    Body(8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
         -0.00276742510726411024, 0.00499852801234917238, 0.0000230417297573763929,
         0.000285885980666130812),
    Body(12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
         0.00296460137564761618, 0.00237847173959480950, -0.0000296589568540237556,
         0.0000436624404335156298),
    Body(15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
         0.00268067772490389322, 0.00162824170038242295, -0.0000951592254519715870,
         0.0000515138902046611451),
]


def step(bodies, dt):
    for i, a in enumerate(bodies):
        for j in range(i + 1, len(bodies)):
            b = bodies[j]
            dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
            square = dx * dx + dy * dy + dz * dz
            mag = dt / (square * sqrt(square))
            a.vx -= dx * b.mass * mag
            a.vy -= dy * b.mass * mag
            a.vz -= dz * b.mass * mag
            b.vx += dx * a.mass * mag
            b.vy += dy * a.mass * mag
            b.vz += dz * a.mass * mag
    for a in bodies:
        a.x += dt * a.vx
        a.y += dt * a.vy
        a.z += dt * a.vz


def energy(bodies):
    e = 0.0
    for i, a in enumerate(bodies):
        e += 0.5 * a.mass * (a.vx * a.vx + a.vy * a.vy + a.vz * a.vz)
        for b in bodies[i + 1:]:
            dx, dy, dz = a.x - b.x, a.y - b.y, a.z - b.z
            e -= a.mass * b.mass / sqrt(dx * dx + dy * dy + dz * dz)
    return e


for _ in range(300000):
    step(BODIES, 0.01)
print(int(energy(BODIES) * 1e7))
