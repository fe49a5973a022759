/* Faults at will on the files of a server's store: LD_PRELOAD this, with TABLEE_FAULTS=<folder>.
 *
 * <folder>/data holds the store; <folder>/control says what to do (faults.py writes it, while the
 * server runs); <folder>/disk is what a disk would hold if the power went now: a file gets there by
 * fsync, its name by fsync of the folder, and nothing else. The server is killed at its n-th call, or
 * its calls fail. After an fsync that failed, what was written before it gets to the disk only if it is
 * written again, as with a kernel that has given its pages up.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { DB, LOG, JOURNAL, INDEX, FILES, FOLDER = FILES, NONE };
static const char *const NAMES[FILES] = {"tablee.db", "tablee.db-wal", "tablee.db-journal",
                                         "tablee.db-shm"};
enum { WRITE = 1, SYNC = 2, TRUNCATE = 4, UNLINK = 8, CREATE = 16, READ = 32, OPEN = 64 };
enum { BEFORE = 1, AFTER = 2, HALFWAY = 3 };

/* The same in faults.py. Shared with it and with the servers before and after this one. */
struct control {
    int64_t count;           /* of calls so far: those that change something */
    int64_t at, act;         /* at which of them to kill, and how */
    int64_t kinds, files;    /* which calls fail, with which files */
    int64_t error;           /* … and with what errno */
    int64_t left;            /* how many of them still fail; negative: all */
    int64_t halves;          /* a write that fails writes half of it first, as a full disk does */
    int64_t next;            /* the number of the next file */
    int64_t now[FILES];      /* which file has each name: 0 is none */
    int64_t durable[FILES];  /* … after a power cut */
};

static char root[512];
static struct control *control;
static int trace = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

__attribute__((constructor)) static void begin(void) {
    const char *folder = getenv("TABLEE_FAULTS");
    char path[600];
    if (folder == NULL || strlen(folder) >= sizeof root)
        return;
    strcpy(root, folder);
    snprintf(path, sizeof path, "%s/control", root);
    int file = syscall(SYS_openat, AT_FDCWD, path, O_RDWR);
    void *found = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (found == MAP_FAILED)
        abort();
    syscall(SYS_close, file);
    control = found;
    snprintf(path, sizeof path, "%s/trace", root);
    trace = syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
}

static int which(const char *path) {
    size_t length = strlen(root);
    if (strncmp(path, root, length) != 0 || strncmp(path + length, "/data", 5) != 0)
        return NONE;
    path += length + 5;
    if (*path == 0)
        return FOLDER;
    for (int file = 0; file < FILES; file++)
        if (*path == '/' && strcmp(path + 1, NAMES[file]) == 0)
            return file;
    return NONE;
}

static int which_open(int fd) {
    char link[40], path[600];
    if (control == NULL)
        return NONE;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0)
        return NONE;
    path[length] = 0;
    return which(path);
}

/* -- the disk ---------------------------------------------------------------------------------- */

static int on_disk(int64_t number, const char *what, int flags) {
    char path[600];
    snprintf(path, sizeof path, "%s/disk/%lld.%s", root, (long long)number, what);
    return syscall(SYS_openat, AT_FDCWD, path, flags | O_CREAT | O_CLOEXEC, 0600);
}

/* Note, before it happens, that a part of a file is about to be newer than the disk. */
static void soil(int file, int64_t at, int64_t size) {
    int64_t part[2] = {at, size};
    if (file >= INDEX)
        return;
    int notes = on_disk(control->now[file], "notes", O_WRONLY | O_APPEND);
    syscall(SYS_write, notes, part, sizeof part);
    syscall(SYS_close, notes);
}

/* Bring what was noted to the disk; or, if that failed, forget that it should be. */
static void wash(int file, int fd, int failed) {
    static char page[65536];
    int64_t part[2];
    struct stat found;
    if (file >= INDEX)
        return;
    int notes = on_disk(control->now[file], "notes", O_RDWR);
    if (!failed) {
        int disk = on_disk(control->now[file], "disk", O_RDWR);
        while (syscall(SYS_read, notes, part, sizeof part) == sizeof part) {
            for (int64_t at = part[0]; at < part[0] + part[1];) {
                int64_t size = part[0] + part[1] - at;
                if (size > (int64_t)sizeof page)
                    size = sizeof page;
                size = syscall(SYS_pread64, fd, page, size, at);
                if (size <= 0)
                    break;
                syscall(SYS_pwrite64, disk, page, size, at);
                at += size;
            }
        }
        fstat(fd, &found);
        syscall(SYS_ftruncate, disk, found.st_size);
        syscall(SYS_close, disk);
    }
    syscall(SYS_ftruncate, notes, 0);
    syscall(SYS_close, notes);
}

/* -- deciding ----------------------------------------------------------------------------------- */

static void die(void) {
    kill(getpid(), SIGKILL);
    for (;;)
        pause();
}

/* Before a call: 0, or the errno with which it fails. Dies here if that is wanted. */
static int decide(int kind, int file, int *act) {
    *act = 0;
    if (kind < READ) {
        char said[2] = {"?WS?T???U???????C"[kind], "dljif"[file]};
        control->count++;
        syscall(SYS_write, trace, said, sizeof said);
        if (control->count == control->at)
            *act = control->act;
        if (*act == BEFORE || (*act == HALFWAY && kind != WRITE))
            die();
    }
    if ((control->kinds & kind) == 0 || (control->files >> file & 1) == 0 || control->left == 0)
        return 0;
    if (control->left > 0)
        control->left--;
    return control->error;
}

static int fail(int error) {
    pthread_mutex_unlock(&mutex);
    errno = error;
    return -1;
}

static void done(int act) {
    if (act == AFTER)
        die();
    pthread_mutex_unlock(&mutex);
}

/* -- the calls ---------------------------------------------------------------------------------- */

static ssize_t write_at(int fd, const void *data, size_t size, off_t at) {
    static int halved;
    int act, file = which_open(fd), moves = at < 0;
    ssize_t wrote;
    if (file >= FILES)
        return moves ? syscall(SYS_write, fd, data, size) : syscall(SYS_pwrite64, fd, data, size, at);
    pthread_mutex_lock(&mutex);
    int error = decide(WRITE, file, &act);
    if (error != 0 && control->halves && size > 1 && !halved) {
        halved = 1;  /* the rest will be tried, and fail */
        size /= 2;
    } else if (error != 0) {
        halved = 0;
        return fail(error);
    }
    if (act == HALFWAY)
        size = size / 2 + 1;
    if (moves)
        at = lseek(fd, 0, SEEK_CUR);
    soil(file, at, size);
    wrote = syscall(SYS_pwrite64, fd, data, size, at);
    if (act == HALFWAY)
        die();
    if (moves)
        lseek(fd, at + wrote, SEEK_SET);
    done(act);
    return wrote;
}

ssize_t write(int fd, const void *data, size_t size) { return write_at(fd, data, size, -1); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return write_at(fd, data, size, at); }
ssize_t pwrite64(int fd, const void *data, size_t size, off_t at) {
    return write_at(fd, data, size, at);
}

static ssize_t read_at(int fd, void *data, size_t size, off_t at) {
    int act, file = which_open(fd);
    if (file < FILES) {
        pthread_mutex_lock(&mutex);
        int error = decide(READ, file, &act);
        if (error != 0)
            return fail(error);
        pthread_mutex_unlock(&mutex);
    }
    return syscall(SYS_pread64, fd, data, size, at);
}

ssize_t pread(int fd, void *data, size_t size, off_t at) { return read_at(fd, data, size, at); }
ssize_t pread64(int fd, void *data, size_t size, off_t at) { return read_at(fd, data, size, at); }

/* The real disk is never asked: the server is killed, not the machine. */
static int sync_file(int fd, long call) {
    int act, file = which_open(fd);
    if (file == NONE)
        return syscall(call, fd);
    pthread_mutex_lock(&mutex);
    int error = decide(SYNC, file, &act);
    if (file == FOLDER) {
        if (error == 0)
            memcpy(control->durable, control->now, sizeof control->now);
    } else {
        wash(file, fd, error != 0);
    }
    if (error != 0)
        return fail(error);
    done(act);
    return 0;
}

int fsync(int fd) { return sync_file(fd, SYS_fsync); }
int fdatasync(int fd) { return sync_file(fd, SYS_fdatasync); }

static int cut(int fd, off_t size) {
    int act, file = which_open(fd);
    if (file >= FILES)
        return syscall(SYS_ftruncate, fd, size);
    pthread_mutex_lock(&mutex);
    int error = decide(TRUNCATE, file, &act);
    if (error != 0)
        return fail(error);
    int result = syscall(SYS_ftruncate, fd, size);
    done(act);
    return result;
}

int ftruncate(int fd, off_t size) { return cut(fd, size); }
int ftruncate64(int fd, off_t size) { return cut(fd, size); }

int unlink(const char *path) {
    int act, file = control == NULL ? NONE : which(path);
    if (file >= FILES)
        return syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    pthread_mutex_lock(&mutex);
    int error = decide(UNLINK, file, &act);
    if (error != 0)
        return fail(error);
    int result = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (result == 0)
        control->now[file] = 0;
    done(act);
    return result;
}

static int open_file(const char *path, int flags, mode_t mode) {
    int act, file = control == NULL ? NONE : which(path);
    if (file >= FILES)
        return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    pthread_mutex_lock(&mutex);
    int creates = (flags & O_CREAT) && syscall(SYS_faccessat, AT_FDCWD, path, F_OK) != 0;
    int error = decide(creates ? CREATE : OPEN, file, &act);
    if (error != 0)
        return fail(error);
    int result = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (result >= 0 && creates)
        control->now[file] = ++control->next;
    done(act);
    return result;
}

#define MODE(flags, mode)                       \
    mode_t mode = 0;                            \
    if (flags & (O_CREAT | __O_TMPFILE)) {      \
        va_list rest;                           \
        va_start(rest, flags);                  \
        mode = va_arg(rest, mode_t);            \
        va_end(rest);                           \
    }

int open(const char *path, int flags, ...) {
    MODE(flags, mode)
    return open_file(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags, mode)
    return open_file(path, flags, mode);
}
