/* The hooks of the guest, by the files in `src`. */
#ifndef GUEST_H
#define GUEST_H

#include <provider.h>

pw_hook bare_create, borrowed_create, checked_check, checked_create, checked_diff, checkpointed_create, checkpointed_resume, checkpointed_update,
    choices_create, compared_create, constrained_create, defaults_create, drifting_create, drifting_delete, drifting_read, exclusive_create,
    failing_check, failing_create, failing_delete, failing_diff, failing_preview, failing_read, failing_update, fetching_create,
    fetching_preview, fetching_read, files_create, half_made_create, half_made_delete, half_made_resume, hidden_create, hidden_read, hidden_update,
    located_create, located_read, located_update, migrated_create, migrated_delete, migrated_migrate, moment_check, moment_create, moment_preview,
    named_create, named_read, named_update, overflowing_create, overflowing_update, parts_create, parts_update, pointer_create,
    previewed_create, previewed_preview, previewed_update, promising_create, promising_preview, ruled_create, sharing_create, shelf_create,
    shelf_list, talking_create, values_create, values_update, waiting_create;
pw_hook conceal_text, echo_value, fail_so, greet_somebody, send_request, tell_configuration;
pw_hook check_settings, configure_settings;

/* A hook for a resource whose inputs are its outputs. */
pw_hook same;
/* Ends a call with the error of a name. */
bool fail_with(pw_call *call, const char *how);
/* What `configure` made. */
extern const char *banner;

#endif
