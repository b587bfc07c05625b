"""Give a club the list of sites that may show standings of its events in a frame."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0045_mirror")]

    operations = [
        migrations.AddField(
            model_name="club",
            name="embed_origins",
            field=models.JSONField(
                blank=True,
                default=list,
                help_text="the sites that may show standings in a frame",
            ),
        ),
    ]
