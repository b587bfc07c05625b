import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

import tournaments.models.base


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0039_appealable"),
    ]

    operations = [
        migrations.AddField(
            model_name="entryrequest",
            name="content",
            field=models.CharField(
                blank=True,
                default="",
                help_text="the hash of the names with the key, which nobody can try names on without it",
                max_length=64,
            ),
        ),
        migrations.CreateModel(
            name="AtTheDoor",
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
                (
                    "entry",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="at_the_door",
                        to="tournaments.entry",
                    ),
                ),
            ],
            options={
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="EnteredName",
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
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "to be confirmed"),
                            ("confirmed", "confirmed"),
                            ("denied", "denied by the member"),
                            ("guest", "a guest's"),
                        ],
                        default="open",
                        max_length=12,
                    ),
                ),
                (
                    "by",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "nobody yet"),
                            ("digits", "the telephone's last four digits"),
                            ("member", "the member's own page"),
                            ("hall", "checking in in the hall"),
                            ("desk", "the desk"),
                        ],
                        default="",
                        max_length=8,
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entered_names",
                        to="tournaments.person",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entered_names",
                        to="tournaments.entrymember",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("state__in", ["open", "confirmed", "denied", "guest"])),
                        name="entered_name_state",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("by__in", ["", "digits", "member", "hall", "desk"])),
                        name="entered_name_by",
                    ),
                    models.UniqueConstraint(fields=("player", "person"), name="entered_name_once"),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "confirmed")),
                        fields=("player",),
                        name="entered_name_of_one",
                    ),
                ],
            },
        ),
    ]
