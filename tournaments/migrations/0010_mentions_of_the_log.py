"""Notes what the entries of before name. Nothing in them changes: the log refuses that."""

import json

from django.db import migrations

AT_ONCE = 500


def _named(text):
    """What a body of before names: the uids in it by their parts; nothing in a spoilt one."""
    try:
        body = json.loads(text)
        found = {("about", part, uid) for part, uid in body["about"].items()}
        found |= {("made", row["table"], row["uid"]) for row in body["rows"]}
        found.add(("moved", "tournament", body["tournament"]))
        return sorted((kind, part[:64], uid[:32]) for kind, part, uid in found)
    except (AttributeError, KeyError, TypeError, ValueError):
        return []


def note(apps, schema_editor):
    entries = apps.get_model("tournaments", "AuditEntry").objects.order_by("pk")
    mention = apps.get_model("tournaments", "LogMention")
    last = 0
    while True:
        chunk = list(entries.filter(pk__gt=last).values_list("pk", "verb", "body")[:AT_ONCE])
        if not chunk:
            return
        mention.objects.bulk_create(
            [
                mention(entry_id=pk, verb=verb, kind=kind, part=part, uid=uid)
                for pk, verb, body in chunk
                for kind, part, uid in _named(body)
            ],
            batch_size=AT_ONCE,
        )
        last = chunk[-1][0]


class Migration(migrations.Migration):

    dependencies = [
        ("tournaments", "0009_what_the_log_names"),
    ]

    operations = [
        migrations.RunPython(note, migrations.RunPython.noop),
    ]
