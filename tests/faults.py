"""Everything that may break on a shelf, and the tests that break it: `make faults` runs them and prints this list.

A name is module and function below tests/; each gets the marker `fault`. What a function is tried with is counted as cases.
"""

from __future__ import annotations

from collections.abc import Mapping

FAULTS: Mapping[str, tuple[str, ...]] = {
    "camera gone": (
        "test_camera_unplugged::test_a_camera_pulled_and_plugged_a_hundred_times_costs_the_game_nothing",
        "test_camera_unplugged::test_opening_and_closing_a_real_capture_leaves_nothing_behind",
        "test_camera_unplugged::test_silence_is_told_within_two_seconds_though_the_driver_still_waits",
        "test_live_game::test_a_camera_that_was_lost_is_opened_again",
        "test_live_game::test_a_camera_that_cannot_be_had_is_told_at_once",
        "test_live_game::test_while_the_camera_is_lost_the_screen_says_so",
        "test_live_game::test_a_camera_that_does_not_open_again_is_not_read",
        "test_live_cameras::test_a_usb_camera_that_comes_back_under_another_number_is_found_by_its_name",
        "test_live_cameras::test_a_lost_pi_camera_is_told_and_given_back",
        "test_devices_contract::test_a_game_with_a_camera_that_is_not_there_ends_with_one_sentence",
        "test_going_on::test_a_device_that_is_not_there_leaves_no_empty_game",
        "test_faults::test_a_service_without_a_camera_ends_instead_of_playing_with_itself",
    ),
    "camera hangs": (
        "test_faults_service::test_a_thread_that_hangs_starves_the_watchdog_and_is_named_once",
        "test_faults_service::test_a_camera_whose_driver_hangs_beats_no_more",
        "test_live_cameras::test_after_a_long_wait_in_vain_a_usb_camera_is_not_asked_again",
    ),
    "camera frozen": ("test_camera_unplugged::test_a_frozen_camera_is_opened_again",),
    "camera black, white, slow or too small": (
        "test_camera_unplugged::test_pictures_of_no_use_are_noticed_in_time",
        "test_camera_unplugged::test_what_the_camera_cannot_see_is_said_on_the_screen_and_once_in_the_terminal",
        "test_camera_unplugged::test_a_slow_spell_is_over_when_it_is_over",
        "test_faults_frames::test_a_game_at_two_frames_a_second_is_the_same_game",
        "test_faults_frames::test_the_real_eyes_read_a_move_at_two_frames_a_second",
        "test_live_cameras::test_a_usb_camera_with_too_small_pictures_is_refused",
    ),
    "wrong size, garbage frames": (
        "test_faults_frames::test_pictures_of_any_size_and_content_write_nothing_and_the_game_goes_on",
        "test_faults_frames::test_what_is_no_picture_counts_as_a_lost_camera_that_is_opened_again",
        "test_faults_frames::test_a_picture_that_arrives_in_pieces_is_a_failed_read",
        "test_live_game::test_whatever_ends_the_camera_thread_reaches_the_game",
    ),
    "display gone": (
        "test_faults::test_a_screen_that_is_pulled_out_is_one_sentence",
        "test_faults_program::test_a_screen_that_goes_ends_the_game_and_loses_nothing",
        "test_faults_service::test_a_display_thread_that_hangs_says_nothing",
        "test_first_evening::test_a_screen_that_cannot_be_reached_is_told",
    ),
    "sound device gone": (
        "test_sounding::test_a_device_that_has_gone_is_told",
        "test_sounding::test_without_a_device_the_process_ends_with_its_status",
        "test_sounding::test_one_that_dies_is_started_again_later_and_later",
        "test_sounding::test_one_that_hangs_is_not_waited_for_and_makes_room",
        "test_sounding::test_one_that_cannot_be_started",
    ),
    "disk full": (
        "test_record::test_a_full_disk_loses_nothing",
        "test_live_game::test_a_full_disk_ends_the_game_with_its_sentence",
        "test_faults::test_whatever_the_card_says_no_line_counts_that_is_not_kept",
        "test_faults_program::test_a_full_disk_ends_the_game_and_keeps_every_line_that_was_shown",
        "test_faults_program::test_a_disk_that_is_full_from_the_start_is_one_sentence",
    ),
    "data folder unwritable": (
        "test_faults_program::test_a_data_folder_that_cannot_be_written_is_one_sentence",
        "test_faults_program::test_a_read_only_system_with_one_data_folder_is_enough",
        "test_library_games::test_where_nothing_can_be_written_games_are_listed_all_the_same",
    ),
    "database locked or corrupt": (
        "test_faults::test_a_database_that_another_program_keeps_is_told_and_the_games_are_listed",
        "test_library_games::test_a_damaged_database_is_put_aside_and_made_anew",
        "test_library_games::test_a_page_that_was_overwritten_is_noticed",
        "test_faults::test_a_database_with_broken_names_is_put_aside_and_made_anew",
        "test_library_games::test_a_step_that_fails_leaves_the_one_before",
        "test_library_games::test_what_a_newer_program_wrote_is_left_alone",
    ),
    "settings broken": (
        "test_live_game::test_broken_settings_are_told_by_their_key",
        "test_first_evening::test_a_slip_in_the_settings_names_the_file",
        "test_doctor::test_broken_settings_are_a_red_line",
    ),
    "record truncated, foreign, hostile": (
        "test_record::test_a_record_torn_at_any_byte_keeps_its_whole_lines",
        "test_record::test_a_torn_record_is_cut_and_gone_on_with",
        "test_record::test_a_broken_line_in_the_middle_is_told_by_its_number",
        "test_record::test_a_record_cut_after_any_line_is_gone_on_with_to_the_same_end",
        "test_going_on::test_a_last_record_that_is_broken_never_keeps_a_game_from_beginning",
        "test_faults::test_a_hostile_record_is_one_sentence_and_a_new_game_begins",
        "test_faults::test_a_record_of_a_hundred_megabytes_is_not_even_read",
    ),
    "power cut": (
        "test_going_on::test_nothing_that_was_shown_is_lost_to_kill_9",
        "test_going_on::test_a_game_killed_in_the_middle_goes_on_where_it_was",
        "test_going_on::test_a_live_game_killed_in_the_middle_goes_on_where_it_was",
        "test_faults_kill::test_no_line_that_was_given_back_is_lost_to_a_power_cut",
        "test_faults_kill::test_no_line_is_lost_at_the_moments_of_an_evening",
        "test_faults_kill::test_the_card_forgets_what_was_not_synced",
    ),
    "clock jumps": (
        "test_faults::test_a_clock_that_jumps_moves_no_time_within_a_game",
        "test_faults::test_a_clock_that_jumps_between_games_leaves_the_last_one_the_last",
        "test_faults::test_a_hundred_and_more_games_at_the_same_moment_keep_their_order",
    ),
    "Bluetooth dying mid-roll": (
        "test_bluetooth_dice::test_a_roll_from_before_the_loss_gives_no_throw_after_it",
        "test_bluetooth_dice::test_a_die_that_sleeps_is_tried_again_ever_more_rarely_and_for_ever",
        "test_bluetooth_dice::test_closing_while_the_die_is_away_ends_the_search",
        "test_bluetooth_dice::test_without_bluetooth_there_is_one_sentence",
    ),
    "two instances": (
        "test_record::test_two_companions_never_write_one_record",
        "test_library_games::test_a_game_that_is_being_played_is_not_deleted",
        "test_faults_program::test_a_second_companion_at_the_same_game_ends_with_one_sentence",
    ),
    "SIGTERM in every phase": ("test_faults_program::test_asked_to_end_in_any_phase_it_ends_well",),
}
