"""Move the open matters that named a draft to its event: a draft can be thrown away."""

from django.db import migrations


def move(apps, _schema_editor):
    """Name the event in place of a round that nobody has seen."""
    holds = apps.get_model("tournaments", "Hold").objects.filter(round__state="draft")
    for hold in holds.select_related("round").defer("round__reasons"):
        hold.event_id, hold.round = hold.round.event_id, None
        hold.save(update_fields=["event", "round"])


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0047_holds_of_events")]

    operations = [migrations.RunPython(move, migrations.RunPython.noop)]
