from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0028_initials_of_long_surnames'),
    ]

    operations = [
        migrations.AddField(
            model_name='season',
            name='finished_on',
            field=models.DateField(blank=True, null=True),
        ),
    ]
