"""Let the stages that a template made be named in the language of who reads them.

The names were stored in the language of who made the event, the groups as "number of groups".
"""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def forget_names(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    stages = apps.get_model("tournaments", "Stage").objects
    stages.filter(draw_method="round_robin", name__in=["组数", "Groups"]).update(name="")
    stages.filter(draw_method="knockout", name__in=["淘汰赛", "Knockout"]).update(name="")


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0048_holds_off_drafts")]

    operations = [migrations.RunPython(forget_names, migrations.RunPython.noop)]
