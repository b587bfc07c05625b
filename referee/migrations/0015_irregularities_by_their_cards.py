"""Let a seat have several irregularities that are no plays, such as two bids, told by their cards."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("referee", "0014_answers_put_off")]

    operations = [
        migrations.RemoveConstraint(model_name="irregularity", name="irregularity_once"),
        migrations.AddConstraint(
            model_name="irregularity",
            constraint=models.UniqueConstraint(
                name="irregularity_once", fields=["sheet", "code", "seat", "play", "cards"]
            ),
        ),
    ]
