/* philosophers.gol for SPIN. */
#define N 9

bool forks[N];
byte working;

inline take(fork) { atomic { !forks[fork] -> forks[fork] = true } }

proctype dine(byte i)
{
    byte first, second;
    d_step {
        first = i;
        second = (i + 1) % N;
        if
        :: i == N - 1 -> first = second; second = i
        :: else
        fi
    }
    take(first);
    take(second);
    forks[second] = false;
    forks[first] = false;
    working--
}

init {
    byte i;
    atomic {
        do
        :: i < N -> working++; run dine(i); i++
        :: else -> break
        od
    }
    working == 0
}
