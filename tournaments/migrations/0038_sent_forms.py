import django.utils.timezone
from django.db import migrations, models

import tournaments.models.base


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0037_suspensions"),
    ]

    operations = [
        migrations.CreateModel(
            name="SentForm",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.CharField(
                        default=tournaments.models.base.new_uid,
                        editable=False,
                        max_length=12,
                        unique=True,
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("key_hash", models.CharField(max_length=64, unique=True)),
                ("content", models.CharField(max_length=64)),
                ("made", models.CharField(max_length=12)),
            ],
            options={
                "abstract": False,
            },
        ),
    ]
