// Floating point over the fields of structs in a slice: the sun and four planets.
package main

import "math"

type body struct {
	x, y, z, vx, vy, vz, mass float64
}

const (
	solarMass = 4 * math.Pi * math.Pi
	year      = 365.24
)

func system() []body {
	return []body{
		{0, 0, 0, 0, 0, 0, solarMass},
		{4.84143144246472090, -1.16032004402742839, -0.103622044471123109,
			0.00166007664274403694 * year, 0.00769901118419740425 * year,
			-0.0000690460016972063023 * year, 0.000954791938424326609 * solarMass},
		{8.34336671824457987, 4.12479856412430479, -0.403523417114321381,
			-0.00276742510726411024 * year, 0.00499852801234917238 * year,
			0.0000230417297573763929 * year, 0.000285885980666130812 * solarMass},
		{12.8943695621391310, -15.1111514016986312, -0.223307578892655734,
			0.00296460137564761618 * year, 0.00237847173959480950 * year,
			-0.0000296589568540237556 * year, 0.0000436624404335156298 * solarMass},
		{15.3796971148509165, -25.9193146099879641, 0.179258772950371181,
			0.00268067772490389322 * year, 0.00162824170038242295 * year,
			-0.0000951592254519715870 * year, 0.0000515138902046611451 * solarMass},
	}
}

func step(bodies []body, dt float64) {
	for i := range bodies {
		a := &bodies[i]
		for j := i + 1; j < len(bodies); j++ {
			b := &bodies[j]
			dx, dy, dz := a.x-b.x, a.y-b.y, a.z-b.z
			square := dx*dx + dy*dy + dz*dz
			mag := dt / (square * math.Sqrt(square))
			a.vx -= dx * b.mass * mag
			a.vy -= dy * b.mass * mag
			a.vz -= dz * b.mass * mag
			b.vx += dx * a.mass * mag
			b.vy += dy * a.mass * mag
			b.vz += dz * a.mass * mag
		}
	}
	for i := range bodies {
		a := &bodies[i]
		a.x += dt * a.vx
		a.y += dt * a.vy
		a.z += dt * a.vz
	}
}

func energy(bodies []body) float64 {
	e := 0.0
	for i := range bodies {
		a := &bodies[i]
		e += 0.5 * a.mass * (a.vx*a.vx + a.vy*a.vy + a.vz*a.vz)
		for j := i + 1; j < len(bodies); j++ {
			b := &bodies[j]
			dx, dy, dz := a.x-b.x, a.y-b.y, a.z-b.z
			e -= a.mass * b.mass / math.Sqrt(dx*dx+dy*dy+dz*dz)
		}
	}
	return e
}

func main() {
	bodies := system()
	for i := 0; i < 300000; i++ {
		step(bodies, 0.01)
	}
	println(int(energy(bodies) * 1e7))
}
