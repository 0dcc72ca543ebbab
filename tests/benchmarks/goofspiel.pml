/* Goofspiel for two with the prizes in descending order and ties discarded, as docs/tutorial/goofspiel has it.

   A state is what the rules keep: the hands and the prizes won as masks, what player 1 has bid while player 2 is asked.
   Each bid is one transition, and what has to hold is asserted behind it; the order of the two answers is that of seats. */

#ifndef N
#define N 8
#endif

#define ALL  ((1 << N) - 1)
#define BIT(of, rank) ((of >> (rank - 1)) & 1)
#define MANY(of) (BIT(of, 1) + BIT(of, 2) + BIT(of, 3) + BIT(of, 4) + BIT(of, 5) + BIT(of, 6) + BIT(of, 7) + BIT(of, 8))
#define POINTS(of) (BIT(of, 1) + 2 * BIT(of, 2) + 3 * BIT(of, 3) + 4 * BIT(of, 4) + 5 * BIT(of, 5) + 6 * BIT(of, 6) \
                    + 7 * BIT(of, 7) + 8 * BIT(of, 8))

byte hand1 = ALL, hand2 = ALL, won1, won2, bid, prize = N;

#define BETWEEN_BIDS (MANY(hand1) == prize && MANY(hand2) == prize)
#define HOLDS ((won1 & won2) == 0 && POINTS(won1) + POINTS(won2) <= N * (N + 1) / 2)

#define FIRST(rank) \
    :: atomic { bid == 0 && BIT(hand1, rank) -> hand1 = hand1 & ~(1 << (rank - 1)); bid = rank; \
                assert(MANY(hand1) + 1 == prize && MANY(hand2) == prize && HOLDS) }

#define SECOND(rank) \
    :: atomic { bid != 0 && BIT(hand2, rank) -> hand2 = hand2 & ~(1 << (rank - 1)); \
                if \
                :: bid > rank -> won1 = won1 | (1 << (prize - 1)) \
                :: bid < rank -> won2 = won2 | (1 << (prize - 1)) \
                :: bid == rank -> skip \
                fi; \
                bid = 0; prize = prize - 1; assert(BETWEEN_BIDS && HOLDS) }

active proctype game() {
end:
    do
    FIRST(1) FIRST(2) FIRST(3) FIRST(4) FIRST(5) FIRST(6) FIRST(7) FIRST(8)
    SECOND(1) SECOND(2) SECOND(3) SECOND(4) SECOND(5) SECOND(6) SECOND(7) SECOND(8)
    od
}
