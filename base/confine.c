/* Landlock for files, seccomp for system calls. */
#include "base/confine.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than some headers. */
#ifndef LANDLOCK_ACCESS_FS_TRUNCATE
#define LANDLOCK_ACCESS_FS_TRUNCATE (1ull << 14)
#endif

/* ---- files ---- */

/* All that changes something, as far as this version of Landlock knows it. */
static u64 changes(long version)
{
    u64 set =
        LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
        LANDLOCK_ACCESS_FS_REMOVE_FILE | LANDLOCK_ACCESS_FS_MAKE_CHAR |
        LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SOCK |
        LANDLOCK_ACCESS_FS_MAKE_FIFO | LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM;
    set |= version >= 2 ? LANDLOCK_ACCESS_FS_REFER : 0;
    return set | (version >= 3 ? LANDLOCK_ACCESS_FS_TRUNCATE : 0);
}

static void allow(int rules, const char *path, u64 set)
{
    int fd = open(path, O_PATH | O_CLOEXEC);
    struct landlock_path_beneath_attr beneath = {.allowed_access = set, .parent_fd = fd};
    if (fd < 0)
        return;
    if (syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0) &&
        errno == EINVAL) { /* a file, not a directory */
        beneath.allowed_access = LANDLOCK_ACCESS_FS_WRITE_FILE;
        syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &beneath, 0);
    }
    close(fd);
}

static bool confine_files(const char *const *directories, u32 n)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return false;
    struct landlock_ruleset_attr attr = {.handled_access_fs = changes(version)};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &attr, sizeof attr, 0);
    if (rules < 0)
        return false;
    for (u32 i = 0; i < n; i++)
        allow(rules, directories[i], attr.handled_access_fs & ~(u64)LANDLOCK_ACCESS_FS_EXECUTE);
    allow(rules, "/dev/null", LANDLOCK_ACCESS_FS_WRITE_FILE);
    bool done = !syscall(SYS_landlock_restrict_self, rules, 0);
    close(rules);
    return done;
}

/* ---- system calls ---- */

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef THIS_ARCHITECTURE

/* The next comparison is skipped if the value is another one. */
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE_ALL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define REFUSE(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##call, 0, 1), REFUSE_ALL

static bool confine_calls(void)
{
    /* Calls by the numbers of another architecture (and of x32, from 1 << 30 on) are refused: they
     * would pass for others. */
    static struct sock_filter filter[] = {
        LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0),
        REFUSE_ALL,
        LOAD(nr),
        BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 1 << 30, 0, 1),
        REFUSE_ALL,
        REFUSE(execve),
        REFUSE(execveat),
        REFUSE(socket),
        REFUSE(socketpair),
        REFUSE(connect),
        REFUSE(bind),
        REFUSE(ptrace),
        REFUSE(process_vm_readv),
        REFUSE(process_vm_writev),
        REFUSE(pidfd_getfd),
        REFUSE(mount),
        REFUSE(umount2),
        REFUSE(pivot_root),
        REFUSE(chroot),
        REFUSE(unshare),
        REFUSE(setns),
        REFUSE(bpf),
        REFUSE(perf_event_open),
        REFUSE(keyctl),
        REFUSE(add_key),
        REFUSE(request_key),
        REFUSE(io_uring_setup),
        REFUSE(userfaultfd),
        REFUSE(init_module),
        REFUSE(finit_module),
        REFUSE(delete_module),
        REFUSE(kexec_load),
        REFUSE(reboot),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {sizeof filter / sizeof filter[0], filter};
    return !syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

#else

static bool confine_calls(void)
{
    return false;
}

#endif

u32 confine_process(const char *const *directories, u32 n)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
        return 0;
    u32 done = confine_files(directories, n) ? CONFINE_FILES : 0;
    return done | (confine_calls() ? CONFINE_CALLS : 0);
}
