"""Let an open matter be one of an event, where no round is public yet."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q

HELD = ("deal", "match", "round", "event")


def _only(held):
    return Q(**{f"{name}__isnull": name != held for name in HELD})


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0046_origins_that_embed")]

    operations = [
        migrations.RemoveConstraint(model_name="hold", name="hold_on_one_thing"),
        migrations.AddField(
            model_name="hold",
            name="event",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="holds",
                to="tournaments.event",
            ),
        ),
        migrations.AddConstraint(
            model_name="hold",
            constraint=models.CheckConstraint(
                name="hold_on_one_thing",
                condition=_only("deal") | _only("match") | _only("round") | _only("event"),
            ),
        ),
    ]
