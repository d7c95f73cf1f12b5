/* Serves the cases of `tests/conformance`: each resource shows another part of the SDK. */
#include "guest.h"

bool same(pw_call *call) {
    (void)call;
    return true;
}

PW_RESOURCES(
    {.type = BARE, .create = bare_create},
    {.type = BORROWED, .create = borrowed_create},
    {.type = CHECKED, .check = checked_check, .diff = checked_diff, .create = checked_create, .update = same},
    {.type = CHECKPOINTED, .create = checkpointed_create, .resume = checkpointed_resume, .update = checkpointed_update},
    {.type = CHOICES, .create = choices_create},
    {.type = COMPARED, .create = compared_create, .update = same},
    {.type = CONSTRAINED, .create = constrained_create},
    {.type = DEFAULTS, .create = defaults_create},
    {.type = DRIFTING, .create = drifting_create, .read = drifting_read, .update = same, .del = drifting_delete},
    {.type = EXCLUSIVE, .create = exclusive_create, .update = same},
    {.type = FAILING, .check = failing_check, .diff = failing_diff, .create = failing_create, .preview_create = failing_preview,
     .read = failing_read, .update = failing_update, .del = failing_delete},
    {.type = FETCHING, .create = fetching_create, .preview_create = fetching_preview, .read = fetching_read},
    {.type = FILES, .create = files_create},
    {.type = HALF_MADE, .create = half_made_create, .resume = half_made_resume, .del = half_made_delete},
    {.type = HIDDEN, .create = hidden_create, .read = hidden_read, .update = hidden_update},
    {.type = LOCATED, .create = located_create, .read = located_read, .update = located_update},
    {.type = MIGRATED, .create = migrated_create, .update = same, .del = migrated_delete, .migrate = migrated_migrate},
    {.type = MOMENT, .check = moment_check, .preview_create = moment_preview, .create = moment_create},
    {.type = NAMED, .create = named_create, .read = named_read, .update = named_update},
    {.type = OVERFLOWING, .create = overflowing_create, .update = overflowing_update},
    {.type = PARTS, .create = parts_create, .update = parts_update},
    {.type = POINTER, .create = pointer_create},
    {.type = PREVIEWED, .create = previewed_create, .preview_create = previewed_preview, .update = previewed_update,
     .preview_update = previewed_preview},
    {.type = PROMISING, .create = promising_create, .preview_create = promising_preview},
    {.type = RULED, .create = ruled_create},
    {.type = SHARING, .create = sharing_create},
    {.type = SHELF, .create = shelf_create, .list = shelf_list},
    {.type = TALKING, .create = talking_create},
    {.type = VALUES, .create = values_create, .update = values_update},
    {.type = WAITING, .create = waiting_create});

PW_FUNCTIONS(
    {.name = CONCEAL, .invoke = conceal_text},
    {.name = CONFIGURED, .invoke = tell_configuration},
    {.name = ECHO_, .invoke = echo_value},
    {.name = FAIL, .invoke = fail_so},
    {.name = GREET, .invoke = greet_somebody},
    {.name = SEND, .invoke = send_request});

PW_PROVIDER(.check_config = check_settings, .configure = configure_settings);
