/* bounded_buffer.gol for SPIN. A condition is the number of those that wait and of those that were
 * woken and have not gone on yet. */
#define PEOPLE 3
#define ITEMS 3
#define ROOM 2

typedef Cond { byte waiting, woken };

bool locked;
Cond notFull, notEmpty;
byte count, working;

inline lock() { atomic { !locked -> locked = true } }
inline unlock() { locked = false }
inline wait(cond)
{
    atomic { locked = false; cond.waiting++ };
    atomic { cond.woken > 0 -> cond.woken-- };
    lock()
}
inline signal(cond)
{
    d_step {
        if
        :: cond.waiting > 0 -> cond.waiting--; cond.woken++
        :: else
        fi
    }
}

proctype produce()
{
    byte i;
    do
    :: i < ITEMS ->
        lock();
        do
        :: count == ROOM -> wait(notFull)
        :: else -> break
        od;
        count++;
        signal(notEmpty);
        unlock();
        i++
    :: else -> break
    od;
    working--
}

proctype consume()
{
    byte i;
    do
    :: i < ITEMS ->
        lock();
        do
        :: count == 0 -> wait(notEmpty)
        :: else -> break
        od;
        count--;
        signal(notFull);
        unlock();
        i++
    :: else -> break
    od;
    working--
}

init {
    byte i;
    atomic {
        do
        :: i < PEOPLE -> working = working + 2; run produce(); run consume(); i++
        :: else -> break
        od
    }
    working == 0
}
