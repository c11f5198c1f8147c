/* Calls functions of a library with what a file says, and writes what came of it: LIBRARY JOB ANSWERS.
 *
 * Job and answers are as tests/support/emulator.py writes and reads them. Whole numbers go before doubles here: where an
 * argument lies hangs only on its number among those of its kind, and what is too many is not looked at. (So it is by
 * the conventions of AArch64, and of x86-64 but for Windows.) */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST 64

typedef int64_t I;
typedef I (*Function)(I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I,
                      I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I, I,
                      double, double, double, double, double, double, double, double);

static void fail(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static void take(FILE *file, void *to, size_t size) {
    if (size && fread(to, size, 1, file) != 1) fail("the job is cut off");
}

static I number(FILE *file) {
    I value;
    take(file, &value, sizeof value);
    return value;
}

static I call(Function f, const I *i, const double *d) {
    return f(i[0], i[1], i[2], i[3], i[4], i[5], i[6], i[7], i[8], i[9], i[10], i[11], i[12], i[13], i[14], i[15],
             i[16], i[17], i[18], i[19], i[20], i[21], i[22], i[23], i[24], i[25], i[26], i[27], i[28], i[29], i[30],
             i[31], i[32], i[33], i[34], i[35], i[36], i[37], i[38], i[39], i[40], i[41], i[42], i[43], i[44], i[45],
             i[46], i[47], i[48], i[49], i[50], i[51], i[52], i[53], i[54], i[55], i[56], i[57], i[58], i[59], i[60],
             i[61], i[62], i[63], d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]);
}

int main(int count, char **words) {
    if (count != 4) fail("LIBRARY JOB ANSWERS");
    void *library = dlopen(words[1], RTLD_NOW);
    if (!library) fail(dlerror());
    FILE *job = fopen(words[2], "rb"), *answers = fopen(words[3], "wb");
    if (!job || !answers) fail("no such file");
    I buffers = number(job), *size = calloc(buffers + 1, sizeof(I));
    char **buffer = calloc(buffers + 1, sizeof(char *));
    for (I b = 0; b < buffers; b++) {
        size[b] = number(job);
        buffer[b] = malloc(size[b] + 1);
        take(job, buffer[b], size[b]);
    }
    for (I calls = number(job); calls > 0; calls--) {
        char name[65] = {0};
        I whole[MOST] = {0};
        double broken[8] = {0};
        take(job, name, 64);
        I wholes = number(job), doubles = number(job);
        if (wholes > MOST || doubles > 8) fail("too many arguments");
        for (I k = 0; k < wholes; k++) {
            I where = number(job), value = number(job);
            whole[k] = where < 0 ? value : (I)(intptr_t)(buffer[where] + value);
        }
        take(job, broken, doubles * sizeof(double));
        Function function = (Function)(intptr_t)dlsym(library, name);
        if (!function) fail(name);
        I answer = call(function, whole, broken);
        fwrite(&answer, sizeof answer, 1, answers);
    }
    for (I b = 0; b < buffers; b++) fwrite(buffer[b], 1, size[b], answers);
    return fclose(answers);
}
