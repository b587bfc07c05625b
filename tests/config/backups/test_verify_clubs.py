"""`verify` proves the logs of clubs beside those of the tournaments."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from clubs.credentials import club_accounts
from tests import cast as people
from tournaments.models import Membership, Role


@pytest.mark.full
def test_a_club_whose_log_does_not_hold_fails_the_command(db: None) -> None:
    cast = people.assemble()
    held = Membership.objects.get(user=cast.bob)
    uid = held.uid
    club_accounts.revoke_role(cast.club, held, cast.alice)
    call_command("verify")
    Membership.objects.create(uid=uid, user=cast.bob, tournament=cast.tournament, role=Role.SCORER)
    with pytest.raises(CommandError) as failed:
        call_command("verify")
    assert f"{cast.club.name}: revoked at change no. 1 {uid}\n" in str(failed.value)
    assert "put back past the program" in str(failed.value)
