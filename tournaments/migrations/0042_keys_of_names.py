"""Let the keys of persons be made again: what is computed from a name has changed, no name has.

What is connected to `post_migrate` makes them when the migrations end.
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_keys(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournaments", "Person").objects.exclude(search_key="").update(search_key="")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0041_what_an_evening_owes")]

    operations = [migrations.RunPython(forget_keys, migrations.RunPython.noop)]
