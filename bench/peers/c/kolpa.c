/* Kolpa! played at random, written by hand for speed alone: what a careful C programmer gets from one core.

   cc -O3 -march=native -o kolpa kolpa.c && ./kolpa players games seed
   prints: moves, games, seconds, the sum of all scores.

   Counts instead of cards where that is enough: a hand is how many of each face it holds. No views, no knowledge, no
   events, no positions: just the rules (KOL-01 to KOL-19, without vigilance). */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COLOURS = 5, NUMBERS = 6, JOKER = 30, FACES = 31, CARDS = 64, HAND = 5, SEATS = 6, TARGET = 50, ROUNDS = 200 };
enum { PLAY, FROM_ZONE, LAY, CALL };

typedef struct {
    uint8_t stock[CARDS], discard[CARDS], hand[SEATS][FACES], held[SEATS];
    uint8_t zone[SEATS][COLOURS][CARDS], depth[SEATS][COLOURS];
    int stocked, discarded, seats, turn, first, round, score[SEATS];
    uint32_t wanted; /* one bit a face that matches */
} Table;

static uint64_t random_state;

static inline uint32_t bits(void) { /* SplitMix64 */
    uint64_t z = (random_state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static inline uint32_t pick(uint32_t n) { return (uint32_t)(((uint64_t)bits() * n) >> 32); }

static void shuffle(uint8_t *cards, int n) {
    for (int i = n - 1; i > 0; i--) {
        int j = (int)pick((uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

static inline uint32_t with_colour(int c) { return 0x3Fu << NUMBERS * c; }
static inline uint32_t with_number(int n) { return 0x1041041u << n; }

static void put_on_discard(Table *t, int face, int call) {
    t->discard[t->discarded++] = (uint8_t)face;
    if (face != JOKER)
        t->wanted = with_colour(face / NUMBERS) | with_number(face % NUMBERS);
    else
        t->wanted = call < 0 ? 0 : call < COLOURS ? with_colour(call) : with_number(call - COLOURS);
}

static void draw(Table *t, int seat) {
    if (t->stocked == 0 && t->discarded > 1) {
        uint8_t top = t->discard[t->discarded - 1];
        t->stocked = t->discarded - 1;
        memcpy(t->stock, t->discard, (size_t)t->stocked);
        shuffle(t->stock, t->stocked);
        t->discard[0] = top;
        t->discarded = 1;
    }
    if (t->stocked) {
        t->hand[seat][t->stock[--t->stocked]]++;
        t->held[seat]++;
    }
}

static void deal_round(Table *t) {
    t->stocked = t->discarded = 0;
    for (int face = 0; face < JOKER; face++) t->stock[t->stocked++] = (uint8_t)face, t->stock[t->stocked++] = (uint8_t)face;
    while (t->stocked < CARDS) t->stock[t->stocked++] = JOKER;
    shuffle(t->stock, CARDS);
    memset(t->hand, 0, sizeof t->hand);
    memset(t->held, 0, sizeof t->held);
    memset(t->depth, 0, sizeof t->depth);
    for (int seat = 0; seat < t->seats; seat++)
        for (int i = 0; i < HAND; i++) draw(t, seat);
    while (t->stock[t->stocked - 1] == JOKER) shuffle(t->stock, t->stocked);
    put_on_discard(t, t->stock[--t->stocked], -1);
    t->turn = t->first;
}

static inline int move_of(int kind, int what) { return kind << 8 | what; }

static int list_moves(const Table *t, int *moves) {
    int n = 0, seat = t->turn, laying[FACES], layable = 0;
    const uint8_t *hand = t->hand[seat];
    for (int face = 0; face < JOKER; face++) {
        if (!hand[face]) continue;
        if (t->wanted >> face & 1)
            moves[n++] = move_of(PLAY, face);
        else
            laying[layable++] = move_of(LAY, face);
    }
    int plays = n;
    for (int c = 0; c < COLOURS; c++) {
        int depth = t->depth[seat][c];
        if (depth && t->wanted >> t->zone[seat][c][depth - 1] & 1) moves[n++] = move_of(FROM_ZONE, c);
    }
    if (n == plays)
        for (int i = 0; i < layable; i++) moves[n++] = laying[i];
    if (hand[JOKER]) {
        if (t->held[seat] == 1) moves[n++] = move_of(CALL, 255);
        else
            for (int call = 0; call < COLOURS + NUMBERS; call++) moves[n++] = move_of(CALL, call);
    }
    return n;
}

static int end_round(Table *t) { /* 1 if the game is over */
    int over = t->round >= ROUNDS;
    for (int seat = 0; seat < t->seats; seat++) {
        int points = -10 * t->hand[seat][JOKER];
        for (int face = 0; face < JOKER; face++) points -= t->hand[seat][face] * (face % NUMBERS);
        for (int c = 0; c < COLOURS; c++)
            for (int i = 0; i < t->depth[seat][c]; i++) points += t->zone[seat][c][i] % NUMBERS;
        t->score[seat] += points;
        over |= t->score[seat] >= TARGET;
    }
    t->round++;
    t->first = (t->first + 1) % t->seats;
    return over;
}

static void play(Table *t, int move) {
    int seat = t->turn, kind = move >> 8, what = move & 255;
    if (kind == FROM_ZONE) {
        put_on_discard(t, t->zone[seat][what][--t->depth[seat][what]], -1);
        return;
    }
    int face = kind == CALL ? JOKER : what;
    t->hand[seat][face]--;
    t->held[seat]--;
    if (kind == LAY) {
        t->zone[seat][face / NUMBERS][t->depth[seat][face / NUMBERS]++] = (uint8_t)face;
        draw(t, seat);
    } else
        put_on_discard(t, face, kind == CALL && what != 255 ? what : -1);
}

static long play_game(Table *t) {
    long moves_played = 0;
    int moves[64];
    memset(t->score, 0, sizeof t->score);
    t->round = 1;
    t->first = (int)pick((uint32_t)t->seats);
    for (;;) {
        deal_round(t);
        for (;;) {
            play(t, moves[pick((uint32_t)list_moves(t, moves))]);
            moves_played++;
            if (t->held[t->turn] == 0) break;
            t->turn = t->turn + 1 < t->seats ? t->turn + 1 : 0;
        }
        if (end_round(t)) return moves_played;
    }
}

int main(int argc, char **argv) {
    if (argc != 4 || atoi(argv[1]) < 2 || atoi(argv[1]) > SEATS) {
        fprintf(stderr, "usage: kolpa players games seed\n");
        return 2;
    }
    static Table t;
    t.seats = atoi(argv[1]);
    long games = atol(argv[2]), moves = 0, points = 0;
    random_state = strtoull(argv[3], NULL, 10);
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    for (long i = 0; i < games; i++) {
        moves += play_game(&t);
        for (int seat = 0; seat < t.seats; seat++) points += t.score[seat];
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) + 1e-9 * (double)(end.tv_nsec - start.tv_nsec);
    printf("%ld %ld %.6f %ld\n", moves, games, seconds, points);
    return 0;
}
