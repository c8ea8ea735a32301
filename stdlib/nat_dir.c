/* Natives of os: directories, and what is known of files. */
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stdlib/nat_os.h"

NATIVE(os_mkdir)
{
    char *name = native_c_text(args);
    args[0] = native_result(mkdir(name, (mode_t)args[2]));
    free(name);
    return NATIVE_DONE;
}

NATIVE(os_chdir)
{
    char *name = native_c_text(args);
    args[0] = native_result(chdir(name));
    free(name);
    return NATIVE_DONE;
}

NATIVE(os_rename)
{
    char *from = native_c_text(args), *to = native_c_text(args + 2);
    args[0] = native_result(rename(from, to));
    free(from);
    free(to);
    return NATIVE_DONE;
}

/* func stat(name string, follow bool) (mode uint32, size, modified int64, result int) */
NATIVE(os_stat)
{
    struct stat st = {0};
    char *name = native_c_text(args);
    u64 outcome = native_result(args[2] ? stat(name, &st) : lstat(name, &st));
    free(name);
    args[0] = st.st_mode;
    args[1] = (u64)st.st_size;
    args[2] = (u64)st.st_mtime;
    args[3] = outcome;
    return NATIVE_DONE;
}

const NativeDef natives_dir[] = {
    {"os.mkdir", os_mkdir}, {"os.chdir", os_chdir}, {"os.rename", os_rename},
    {"os.stat", os_stat},   {NULL, NULL},
};
