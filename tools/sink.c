/* tools/sink.c - where the bytes of a result go, so that it appears whole or not at all. */
#include "tools/sink.h"
#include "tools/report.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a name that must go when a signal ends the program -------------------------------------- */

static char *volatile unfinished;

void sink_abandon(void)
{
    if (unfinished != NULL) {
        unlink(unfinished);
    }
}

static void remove_unfinished(int signal_number)
{
    sink_abandon();
    raise(signal_number); /* SA_RESETHAND: now it ends the program */
}

static void catch_signals(void)
{
    static const int ending[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action, before;
    memset(&action, 0, sizeof action);
    action.sa_handler = remove_unfinished;
    action.sa_flags = SA_RESETHAND;
    for (size_t i = 0; i < sizeof ending / sizeof *ending; i++) {
        if (sigaction(ending[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            sigaction(ending[i], &action, NULL);
        }
    }
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error of write */
}

static void hold_signals(bool held)
{
    static sigset_t before;
    sigset_t all;
    sigfillset(&all);
    sigprocmask(held ? SIG_BLOCK : SIG_SETMASK, held ? &all : &before, held ? &before : NULL);
}

/* ---- opening --------------------------------------------------------------------------------- */

static char *text_join(const char *one, size_t one_len, const char *two)
{
    char *text = malloc(one_len + strlen(two) + 1);
    if (text != NULL) {
        memcpy(text, one, one_len);
        strcpy(text + one_len, two);
    }
    return text;
}

/* The path of what stands beside the target, its folder included. */
static char *folder_join(const char *target, const char *name)
{
    const char *slash = strrchr(target, '/');
    return text_join(target, slash != NULL ? (size_t)(slash - target) + 1 : 0, name);
}

/* Returns a file without a name in the folder of `target`, or -1. */
static int open_nameless(const char *target)
{
    int file = -1;
#if defined(O_TMPFILE)
    char *folder = folder_join(target, ".");
    if (folder != NULL && access("/proc/self/fd", F_OK) == 0) {
        file = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    }
    free(folder);
#else
    (void)target;
#endif
    return file;
}

/* Opens a new file beside the target and sets out->beside; -1 and errno on failure. */
static int open_beside(sink *out)
{
    char *name = text_join(out->target, strlen(out->target), ".XXXXXX");
    if (name == NULL) {
        return -1;
    }
    hold_signals(true);
    int file = mkstemp(name);
    out->beside = file >= 0 ? name : NULL;
    unfinished = out->beside;
    hold_signals(false);
    if (file < 0) {
        free(name);
    }
    return file;
}

/* Puts a file without a name between the program and where the bytes go. */
static int open_spool(sink *out)
{
    const char *folder = getenv("TMPDIR");
    folder = folder != NULL && folder[0] != 0 ? folder : "/tmp";
    char *name = text_join(folder, strlen(folder), "/digitrun.XXXXXX");
    int file = -1;
    if (name != NULL) {
        hold_signals(true);
        file = mkstemp(name);
        if (file >= 0) {
            unlink(name);
        }
        hold_signals(false);
    }
    int failed = file >= 0 ? 0 : report_io(folder, errno);
    free(name);
    out->way = SINK_SPOOL;
    out->final = out->file;
    out->file = file;
    return failed;
}

static void open_target(sink *out, const char *path, const struct stat *old, bool named)
{
    mode_t mask = umask(0);
    umask(mask);
    out->mode = old != NULL ? old->st_mode & 07777 : 0666 & ~mask;
    out->target = old != NULL ? realpath(path, NULL) : text_join(path, strlen(path), "");
    if (out->target == NULL) {
        out->file = -1;
        return;
    }
    out->way = SINK_NAMELESS;
    out->file = named ? -1 : open_nameless(out->target);
    if (out->file < 0) {
        out->way = SINK_BESIDE;
        out->file = open_beside(out);
    }
}

int sink_open(sink *out, const char *path, bool patched, bool named)
{
    struct stat old;
    bool standard = strcmp(path, "-") == 0;
    bool exists = !standard && stat(path, &old) == 0;
    memset(out, 0, sizeof *out);
    out->name = standard ? "<stdout>" : path;
    out->final = -1;
    catch_signals();
    if (standard) {
        out->file = STDOUT_FILENO;
    } else if (exists && !S_ISREG(old.st_mode)) {
        out->file = open(path, O_WRONLY | O_CLOEXEC);
    } else {
        open_target(out, path, exists ? &old : NULL, named);
    }
    if (out->file < 0) {
        return report_io(out->name, errno);
    }
    return out->way == SINK_DIRECT && patched ? open_spool(out) : 0;
}

/* ---- writing --------------------------------------------------------------------------------- */

static int write_all(const sink *out, int file, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t done = write(file, bytes, len);
        if (done < 0 && errno != EINTR) {
            return report_io(out->name, errno);
        }
        bytes += done > 0 ? done : 0;
        len -= done > 0 ? (size_t)done : 0;
    }
    return 0;
}

int sink_write(sink *out, const void *bytes, size_t len)
{
    return write_all(out, out->file, bytes, len);
}

int sink_patch(sink *out, const void *bytes, size_t len)
{
    if (lseek(out->file, 0, SEEK_SET) != 0) {
        return report_io(out->name, errno);
    }
    return write_all(out, out->file, bytes, len);
}

/* Everything written so far goes on to another file. */
static int copy_to(const sink *out, int file)
{
    char bytes[32 * 1024];
    if (lseek(out->file, 0, SEEK_SET) != 0) {
        return report_io(out->name, errno);
    }
    for (;;) {
        ssize_t got = read(out->file, bytes, sizeof bytes);
        if (got < 0 && errno != EINTR) {
            return report_io(out->name, errno);
        }
        if (got == 0) {
            return 0;
        }
        int failed = got > 0 ? write_all(out, file, bytes, (size_t)got) : 0;
        if (failed != 0) {
            return failed;
        }
    }
}

/* ---- the end --------------------------------------------------------------------------------- */

static int close_file(int *file)
{
    int result = *file > STDERR_FILENO ? close(*file) : 0;
    *file = -1;
    return result;
}

/* Gives the file without a name its name: the target's where nothing stands there yet, else one
 * beside it. Returns true where that went well. */
static bool give_name(sink *out)
{
    char source[32];
    snprintf(source, sizeof source, "/proc/self/fd/%d", out->file);
    if (linkat(AT_FDCWD, source, AT_FDCWD, out->target, AT_SYMLINK_FOLLOW) == 0) {
        return true;
    }
    for (unsigned i = 0; errno == EEXIST && i < 100; i++) {
        char ending[48];
        snprintf(ending, sizeof ending, ".%ld-%u", (long)getpid(), i);
        char *name = text_join(out->target, strlen(out->target), ending);
        if (name == NULL) {
            return false;
        }
        if (linkat(AT_FDCWD, source, AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0) {
            unfinished = out->beside = name;
            return true;
        }
        free(name);
    }
    return false;
}

/* The target's permissions, not those of a file for the time being. */
static int set_mode(const sink *out, int file)
{
    return fchmod(file, (mode_t)out->mode) == 0 ? 0 : report_io(out->name, errno);
}

static int finish_nameless(sink *out)
{
    int failed = set_mode(out, out->file);
    if (failed != 0) {
        return failed;
    }
    hold_signals(true);
    bool named = give_name(out);
    hold_signals(false);
    if (named) {
        return 0;
    }
    /* A folder that takes such files and gives them no name: copy. */
    int file = open_beside(out);
    if (file < 0) {
        return report_io(out->name, errno);
    }
    failed = copy_to(out, file);
    close_file(&out->file);
    out->file = file;
    return failed != 0 ? failed : set_mode(out, file);
}

static int finish_spool(sink *out)
{
    int failed = copy_to(out, out->final);
    close_file(&out->file);
    out->file = out->final;
    out->final = -1;
    return failed;
}

static int finish_beside(sink *out)
{
    hold_signals(true);
    int failed = rename(out->beside, out->target) == 0 ? 0 : report_io(out->name, errno);
    if (failed == 0) {
        unfinished = NULL;
        free(out->beside);
        out->beside = NULL;
    }
    hold_signals(false);
    return failed;
}

int sink_finish(sink *out)
{
    int failed = 0;
    if (out->way == SINK_SPOOL) {
        failed = finish_spool(out);
    } else if (out->way == SINK_NAMELESS) {
        failed = finish_nameless(out);
    } else if (out->way == SINK_BESIDE) {
        failed = set_mode(out, out->file);
    }
    if (failed == 0 && close_file(&out->file) != 0) {
        failed = report_io(out->name, errno);
    }
    return failed == 0 && out->beside != NULL ? finish_beside(out) : failed;
}

void sink_discard(sink *out)
{
    close_file(&out->file);
    close_file(&out->final);
    if (out->beside != NULL) {
        unlink(out->beside);
        unfinished = NULL;
    }
    free(out->beside);
    free(out->target);
    out->beside = out->target = NULL;
}
