/* A program with a VM around it: chooser, detector and race reports, as `run` and `repl` share
 * them. */
#ifndef CLI_SESSION_H
#define CLI_SESSION_H

#include "cli/load.h"
#include "cli/races.h"
#include "explore/schedule/schedule.h"
#include "race/detector.h"
#include "race/explain/explain.h"
#include "trace/writer.h"
#include "vm/vm.h"

typedef struct Session {
    Loaded *loaded;
    const Options *options;
    VM *vm;
    Chooser *chooser;
    ProgramView view;  /* filled in once the VM exists; sinks hold its address */
    Schedule schedule; /* to be replayed */
    Schedule record;   /* what the chooser answered, if `recording` */
    bool recording;
    Chooser *replay;               /* the chooser, if it gives the schedule's answers; or NULL */
    OrderChooser *order_chooser;   /* the chooser, if it follows an order of events; or NULL */
    OrderRecorder *order_recorder; /* around the chooser with --save-schedule, or NULL */
    Detector *detector;
    Explain *explain;   /* --explain, or NULL; it drives the detector */
    TraceWriter *trace; /* --trace, or NULL */
    EventSink nobody;   /* without a detector: so that choosers are asked before accesses all the
                           same, and a schedule fits whatever the detector */
    FanOut fan;         /* sinks; add yours between session_prepare and session_start */
    Races telling;      /* with JSON lines on stdout, or text on stderr */
    u64 races;          /* reports so far */
} Session;

/* Makes chooser, detector and trace file by the flags. On a wrong flag value prints what is wrong:
 * false. */
bool session_prepare(Session *session, Loaded *loaded, const Options *options);
/* Adds the detector as the last sink and makes the VM. described: keep names and types of objects,
 * for showing values. */
void session_start(Session *session, bool track_from_start, bool described);
void session_free(Session *session);
/* After the run: says on stderr if the schedule that was to be replayed did not fit the program. */
void session_tell_mismatch(const Session *session);
/* Prints the detector's configuration to stderr, under "state <when>:". */
void session_print_state(Session *session, const char *when);
/* The command line that repeats a run or test whose answers were those (NULL: the default ones). */
void session_replay(const Options *options, const Schedule *taken, Buf *out);
/* Reads what --schedule names; false after telling what is wrong. */
bool session_read_schedule(Loaded *loaded, const Options *options, Schedule *schedule);

/* Its parts: the flags that a replay needs too; the schedule, or the file that it is in; the
 * program and its arguments. A space in front of each. */
void replay_flags(const Options *options, Buf *out);
void replay_schedule(const Schedule *schedule, const char *file, Buf *out);
void replay_program(const Options *options, Buf *out);

/* A word as the shell wants it, quoted if need be. */
void shell_word(const char *word, Buf *out);

#endif
