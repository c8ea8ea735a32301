/* channel_buffer.gol for SPIN. */
#define PEOPLE 3
#define ITEMS 6

chan ch = [2] of { byte };
byte working;

proctype produce(byte i)
{
    byte k;
    do
    :: k < ITEMS -> ch!i; k++
    :: else -> break
    od;
    working--
}

proctype consume()
{
    byte k, item;
    do
    :: k < ITEMS -> ch?item; k++
    :: else -> break
    od;
    working--
}

init {
    byte i;
    atomic {
        do
        :: i < PEOPLE -> working = working + 2; run produce(i); run consume(); i++
        :: else -> break
        od
    }
    working == 0
}
