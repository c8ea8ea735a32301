/* Shell completion: what `gol completion SHELL` prints asks gol itself, so that the tables of
 * commands and flags are the only ones. */
#ifndef CLI_COMPLETION_H
#define CLI_COMPLETION_H

/* The command that completion scripts call; no user types it. */
#define COMPLETE "__complete"

/* Prints the words that may stand in the place of the last one, after those before it (without
 * "gol"), one a line, each with a tab and what it means. Exit status. */
int complete_words(int count, char **words);

#endif
